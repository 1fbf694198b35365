//! The move model of the playouts.

mod embedded;
mod shapes;
