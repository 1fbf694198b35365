//! The model of moves that playouts draw from.

mod embedded;
mod shapes;
