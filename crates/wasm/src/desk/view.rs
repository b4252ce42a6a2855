//! What the page of `pgnz view` asks for, answered here: docs/view.md describes questions and answers.

use super::beside::explorer;
use super::{Answer, Desk, put, written};
use crate::failure::Failure;
use crate::host::HostFile;
use pgnz::{Archive, ErrorKind, ExpandOptions, Level, Model, OnDamage};
use serde_json::json;
use view::View;

impl Desk {
    /// Shows an archive of the host to a page, with the opening tree beside it if that has any bytes. The request is the name that people know.
    /// Damage for which the archive cannot be opened is passed over, and a tree of another number of games is none. Answers with the number of the view, and whether there is a tree.
    pub fn view(&mut self, source: (u32, u64), tree: (u32, u64), name: &[u8]) -> Answer {
        let file = HostFile::new(source.0, source.1);
        let options = ExpandOptions::new().remote(true);
        let archive = match Archive::open_with(file, &options) {
            // Whoever passes over damage reads the header of every block first, so that is for archives that cannot be opened otherwise.
            Err(error) if error.kind() != ErrorKind::Io => {
                Archive::open_with(file, &options.on_damage(OnDamage::KeepGoing))?
            }
            opened => opened?,
        };
        let report = archive.report();
        let explorer = explorer(&archive, tree)?;
        let has_tree = explorer.is_some();
        // The model whose files of data are here anyway.
        let level = Level::ALL
            .into_iter()
            .find(|level| Some(Model::of(*level).id()) == report.model);
        let model = Model::of(level.unwrap_or(Level::Fast));
        let name = String::from_utf8_lossy(name);
        let view = View::new(name, archive, None, model, 1).with_explorer(explorer);
        let number = put(&mut self.views, view);
        written(&json!({"view": number, "tree": has_tree}))
    }

    /// The answer to a question such as `games?from=0&count=50`. What takes long looks at this number of games, and goes on when it is asked again.
    pub fn ask(&mut self, view: u32, games: u64, question: &[u8]) -> Answer {
        let view = self.views.get_mut(view as usize).and_then(Option::as_mut);
        let view = view.ok_or_else(|| Failure::argument("this archive is closed"))?;
        let question = std::str::from_utf8(question).unwrap_or_default();
        let (name, parameters) = question.split_once('?').unwrap_or((question, ""));
        view.in_turns(games);
        let answer = view.answer(&format!("api/{name}"), parameters);
        match answer.status {
            200 => Ok(answer.content),
            status => Err(Failure::of_page(status, &answer.content)),
        }
    }

    /// Ends a view.
    pub fn hide(&mut self, view: u32) -> Answer {
        if let Some(place) = self.views.get_mut(view as usize) {
            *place = None;
        }
        Ok(Vec::new())
    }
}
