//! Game records: the formats, and the commands that read and write them.

mod boundaries;
mod charset;
mod charset_evidence;
mod charset_files;
mod charset_guess;
mod charset_trial;
mod commands;
mod conformance;
mod corpus;
mod examples;
mod games;
mod malformed_input;
mod embedded;
mod schemas;
mod sgf;
mod wei7_json;
mod wei7_xml;
mod wei7_xml_trees;
mod words;
