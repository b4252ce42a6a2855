//! The program as people use it: a process of its own in a folder of its own.

mod desk;
mod edit;
mod odd_files;

mod append;
mod blobs;
mod contents;
#[cfg(unix)]
mod convert;
mod export;
#[cfg(target_os = "linux")]
mod faults;
mod filters;
mod folders;
mod help;
mod indexes;
mod inputs;
mod json;
#[cfg(target_os = "linux")]
mod kills;
mod levels;
mod licences;
#[cfg(target_os = "linux")]
mod limits;
#[cfg(target_os = "linux")]
mod live;
mod manners;
mod memory;
mod pages;
#[cfg(unix)]
mod permissions;
mod pick;
mod positions;
mod provenance;
mod read_and_written;
mod reference;
mod round_trip;
mod safety;
mod salvage;
mod several;
mod shape;
mod single;
mod site;
#[cfg(unix)]
mod sources;
mod stats;
#[cfg(target_os = "linux")]
mod stopped;
mod values;
mod view;
mod wrapped;
