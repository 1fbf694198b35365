//! Checks of the project itself: modules, README, examples, languages and packaging.

mod allowed_modules;
mod dependencies;
mod examples;
mod locale;
mod manual;
mod source_files;
mod packaging;
mod training_scripts;
