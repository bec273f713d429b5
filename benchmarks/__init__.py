"""Speed, as ratios to the peers, measured side by side in one run; figures are compared in the same run."""
