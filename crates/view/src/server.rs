//! The server: HTTP/1.1 for the browser of the person who started it.
//!
//! It listens on this machine alone, knows one method, and answers only those who know the address with its token. Each connection is one
//! request. What a client can take is bounded: bytes of a request, time, threads.

use crate::answer::{Answer, View, Wrong};
use std::io::{self, Read, Seek, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Bytes of a request at most.
const MOST_BYTES: usize = 16 << 10;
/// How long a request may take to arrive.
const ARRIVAL: Duration = Duration::from_secs(5);
/// How long nothing of an answer may be taken.
const DEPARTURE: Duration = Duration::from_secs(20);
/// Connections at a time.
const MOST_CONNECTIONS: usize = 64;

/// What every answer says: nothing is loaded from elsewhere, shown elsewhere, told elsewhere or kept.
const RULES: &str = "\
Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n\
Cross-Origin-Opener-Policy: same-origin\r\n\
Cross-Origin-Resource-Policy: same-origin\r\n\
Referrer-Policy: no-referrer\r\n\
X-Content-Type-Options: nosniff\r\n\
Cache-Control: no-store\r\n\
Connection: close\r\n";

/// A place to serve at: a port of this machine, and a token that nobody can guess.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    port: u16,
    token: String,
}

impl Server {
    /// Opens a port; 0 lets the system choose one that is free.
    ///
    /// # Errors
    ///
    /// The port is taken, or the system has no random numbers.
    pub fn new(port: u16) -> io::Result<Self> {
        let listener = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port)))?;
        let mut random = [0; 16];
        getrandom::fill(&mut random).map_err(|error| io::Error::other(error.to_string()))?;
        let digits = random.iter().map(|byte| format!("{byte:02x}"));
        Ok(Self {
            port: listener.local_addr()?.port(),
            listener,
            token: digits.collect(),
        })
    }

    /// The address of the page.
    #[must_use]
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/{}/", self.port, self.token)
    }
}

/// Serves until the process ends.
pub fn serve<R, E>(server: Server, view: View<R, E>)
where
    R: Read + Seek + Clone + Send + 'static,
    E: Read + Seek + Send + 'static,
{
    let shared = Arc::new((server, view));
    let open = Arc::new(AtomicUsize::new(0));
    loop {
        let Ok((stream, _)) = shared.0.listener.accept() else {
            // Too many open files, say: that passes.
            thread::sleep(Duration::from_millis(50));
            continue;
        };
        if open.fetch_add(1, Ordering::Relaxed) >= MOST_CONNECTIONS {
            open.fetch_sub(1, Ordering::Relaxed);
            continue;
        }
        let (mine, place) = (shared.clone(), Place(open.clone()));
        let work = move || {
            let _place = place;
            let (server, view) = &*mine;
            // Whoever is gone needs no answer.
            let _ = server.handle(stream, view);
        };
        // Without a thread the connection is closed, and its place is free again.
        let _ = thread::Builder::new().spawn(work);
    }
}

/// One of the connections that there may be, free again at its end however that comes.
struct Place(Arc<AtomicUsize>);

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Server {
    fn handle<R: Read + Seek + Clone + Send + 'static, E: Read + Seek>(
        &self,
        mut stream: TcpStream,
        view: &View<R, E>,
    ) -> io::Result<()> {
        stream.set_write_timeout(Some(DEPARTURE))?;
        let answer = match head(&mut stream)? {
            None => Answer::wrong(Wrong::new(431, "the request is too long")),
            Some(head) => match self.wanted(&head) {
                Ok((path, parameters)) => view.answer(path, parameters),
                Err(wrong) => Answer::wrong(wrong),
            },
        };
        let Answer {
            status,
            kind,
            content,
        } = answer;
        let reason = match status {
            200 => "OK",
            400 => "Bad Request",
            403 => "Forbidden",
            404 => "Not Found",
            405 => "Method Not Allowed\r\nAllow: GET",
            431 => "Request Header Fields Too Large",
            _ => "Internal Server Error",
        };
        let length = content.len();
        write!(
            stream,
            "HTTP/1.1 {status} {reason}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n{RULES}\r\n"
        )?;
        stream.write_all(&content)?;
        stream.flush()
    }

    /// The path after the token, and the parameters, of a request that may be answered.
    fn wanted<'a>(&self, head: &'a str) -> Result<(&'a str, &'a str), Wrong> {
        let unreadable = || Wrong::new(400, "this is not a request of HTTP/1.1");
        let mut lines = head.split("\r\n");
        let mut words = lines.next().unwrap_or_default().split(' ');
        let (Some(method), Some(target), Some("HTTP/1.1" | "HTTP/1.0"), None) =
            (words.next(), words.next(), words.next(), words.next())
        else {
            return Err(unreadable());
        };
        let mut hosts = Vec::new();
        for line in lines.take_while(|line| !line.is_empty()) {
            let (name, value) = line.split_once(':').ok_or_else(unreadable)?;
            if name.eq_ignore_ascii_case("host") {
                hosts.push(value.trim());
            }
        }
        // A page of another name that was made to lead here (DNS rebinding) sends that name.
        let is_ours = |host: &str| {
            let name = host.strip_suffix(&format!(":{}", self.port));
            matches!(name, Some("127.0.0.1" | "localhost"))
        };
        if hosts.len() != 1 || !is_ours(hosts[0]) {
            return Err(Wrong::new(403, "this server answers to 127.0.0.1 only"));
        }
        let (path, parameters) = target.split_once('?').unwrap_or((target, ""));
        let (token, path) = path
            .strip_prefix('/')
            .and_then(|path| path.split_once('/'))
            .unwrap_or_default();
        if !is_same(token.as_bytes(), self.token.as_bytes()) {
            let what = "the address is not complete: use the whole one that pgnz view printed";
            return Err(Wrong::new(403, what));
        }
        match method {
            "GET" => Ok((path, parameters)),
            _ => Err(Wrong::new(405, "only GET is understood")),
        }
    }
}

/// The lines of a request up to the empty one; `None` if they are too long.
fn head(stream: &mut TcpStream) -> io::Result<Option<String>> {
    let until = Instant::now() + ARRIVAL;
    let (mut held, mut piece) = (Vec::new(), [0; 2048]);
    loop {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        stream.set_read_timeout(Some(left))?;
        let bytes = match stream.read(&mut piece) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            read => read?,
        };
        // The end may lie across two pieces.
        let from = held.len().saturating_sub(3);
        held.extend_from_slice(&piece[..bytes]);
        if let Some(at) = held[from..].windows(4).position(|end| end == b"\r\n\r\n") {
            held.truncate(from + at + 4);
            return Ok(Some(String::from_utf8_lossy(&held).into_owned()));
        }
        if held.len() > MOST_BYTES {
            return Ok(None);
        }
    }
}

/// Compares in a time that does not tell where a difference is.
fn is_same(given: &[u8], wanted: &[u8]) -> bool {
    let differs = given
        .iter()
        .zip(wanted)
        .fold(0, |all, (a, b)| all | (a ^ b));
    given.len() == wanted.len() && differs == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn only_whole_requests_with_token_and_host_are_answered() {
        let server = Server::new(0).unwrap();
        let (port, token) = (server.port, server.token.clone());
        let ask = |line: String, host: String| {
            let head = format!("{line} HTTP/1.1\r\nAccept: */*\r\nHost: {host}\r\n\r\n");
            let wanted = server.wanted(&head);
            wanted
                .map(|(path, rest)| format!("{path} {rest}"))
                .map_err(|wrong| wrong.status)
        };
        let host = format!("127.0.0.1:{port}");
        let page = format!("GET /{token}/api/games?from=1");
        assert_eq!(
            ask(page.clone(), host.clone()),
            Ok("api/games from=1".to_owned())
        );
        assert_eq!(
            ask(format!("GET /{token}/"), format!("localhost:{port}")),
            Ok(" ".to_owned())
        );
        for host in [
            "127.0.0.1",
            "evil.example",
            "127.0.0.1:1",
            "127.0.0.1.evil.example",
        ] {
            assert_eq!(ask(page.clone(), host.to_owned()), Err(403), "{host}");
        }
        assert_eq!(
            ask(page.clone(), format!("{host}\r\nHost: {host}")),
            Err(403)
        );
        assert_eq!(ask(format!("POST /{token}/"), host.clone()), Err(405));
        for path in [
            "/",
            "",
            "*",
            "/api/info",
            &format!("/{token}"),
            &format!("/{token}0/"),
            &format!("/{}/", &token[1..]),
        ] {
            assert_eq!(ask(format!("GET {path}"), host.clone()), Err(403), "{path}");
        }
    }

    #[test]
    fn tokens_differ() {
        let tokens = [0, 0].map(|port| Server::new(port).unwrap().token);
        assert_ne!(tokens[0], tokens[1]);
        assert!(tokens.iter().all(|token| token.len() == 32));
    }

    proptest! {
        #[test]
        fn any_head_is_read_or_refused(head: String) {
            let server = Server::new(0).unwrap();
            prop_assert!(server.wanted(&head).is_err());
        }
    }
}
