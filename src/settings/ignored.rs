//! Names of KataGo settings that the JSON protocol accepts without effect.

use super::Setting;
use super::table::ignored;
use crate::search::params_macro::ParamDefinition;

/// KataGo's search parameters without a counterpart here, sorted by name.
pub(super) static WITHOUT_EFFECT: &[(Setting, ParamDefinition)] = &[
    (Setting::Ignored, ignored("alwaysComputePassAliveUnderSuicideRules")),
    (Setting::Ignored, ignored("avoidMYTDaggerHack")),
    (Setting::Ignored, ignored("avoidRepeatedPatternUtility")),
    (Setting::Ignored, ignored("drawEquivalentWinsForWhite")),
    (Setting::Ignored, ignored("enableMorePassingHacks")),
    (Setting::Ignored, ignored("enablePassingHacks")),
    (Setting::Ignored, ignored("endgameTurnTimeDecay")),
    (Setting::Ignored, ignored("evalCacheMinVisits")),
    (Setting::Ignored, ignored("fillDameBeforePass")),
    (Setting::Ignored, ignored("futileVisitsThreshold")),
    (Setting::Ignored, ignored("graphSearchCatchUpLeakProb")),
    (Setting::Ignored, ignored("graphSearchCatchUpProp")),
    (Setting::Ignored, ignored("ignoreAllHistory")),
    (Setting::Ignored, ignored("maxPlayoutsPondering")),
    (Setting::Ignored, ignored("maxTimePondering")),
    (Setting::Ignored, ignored("maxVisitsPondering")),
    (Setting::Ignored, ignored("midgameTimeFactor")),
    (Setting::Ignored, ignored("midgameTurnPeakTime")),
    (Setting::Ignored, ignored("minPlayoutsPerThread")),
    (Setting::Ignored, ignored("nodeTableShardsPowerOfTwo")),
    (Setting::Ignored, ignored("noisePruningCap")),
    (Setting::Ignored, ignored("obviousMovesPolicyEntropyTolerance")),
    (Setting::Ignored, ignored("obviousMovesPolicySurpriseTolerance")),
    (Setting::Ignored, ignored("obviousMovesTimeFactor")),
    (Setting::Ignored, ignored("overallocateTimeFactor")),
    (Setting::Ignored, ignored("rootDesiredPerChildVisitsCoeff")),
    (Setting::Ignored, ignored("rootDirichletNoiseTotalConcentration")),
    (Setting::Ignored, ignored("rootDirichletNoiseWeight")),
    (Setting::Ignored, ignored("rootEndingBonusPoints")),
    (Setting::Ignored, ignored("rootNoiseEnabled")),
    (Setting::Ignored, ignored("rootPolicyTemperatureEarly")),
    (Setting::Ignored, ignored("rootPruneUselessMoves")),
    (Setting::Ignored, ignored("rootSymmetryPruning")),
    (Setting::Ignored, ignored("searchFactorAfterOnePass")),
    (Setting::Ignored, ignored("searchFactorAfterTwoPass")),
    (Setting::Ignored, ignored("treeReuseCarryOverTimeFactor")),
    (Setting::Ignored, ignored("useEvalCache")),
    (Setting::Ignored, ignored("useNonBuggyLcb")),
];
