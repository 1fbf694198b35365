//! What holds of the project itself: its modules, its README, its examples, its languages, what comes with it.

mod allowed_modules;
mod dependencies;
mod examples;
mod locale;
mod manual;
mod source_files;
mod packaging;
