//! The loaded nets, as clients request them.

use serde::Serialize;

use crate::nn::{AnyNet, Nets};

/// A loaded net, with KataGo's fields.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct NetModel {
    /// The name in the file.
    pub name: String,
    /// The same; KataGo's is independent of the file name.
    pub internal_name: String,
    /// The maximum number of positions per evaluation.
    pub max_batch_size: u32,
    /// `true` if the net imitates human players.
    #[serde(rename = "usesHumanSLProfile")]
    pub uses_human_profile: bool,
    /// The version of the file format; 0 for Tianyuan nets.
    pub version: usize,
    /// Always `false`, as a text like KataGo's.
    #[serde(rename = "usingFP16")]
    pub using_fp16: &'static str,
}

/// Returns the loaded nets; the human net comes last.
pub fn net_models(nets: &Nets) -> Vec<NetModel> {
    nets.iter().chain(nets.human()).map(model).collect()
}

fn model(net: &AnyNet) -> NetModel {
    NetModel {
        name: net.name(),
        internal_name: net.name(),
        max_batch_size: 1,
        uses_human_profile: net.imitates_humans(),
        version: net.katago_model().map_or(0, |model| model.version),
        using_fp16: "false",
    }
}
