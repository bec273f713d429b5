"""What a score hides, what its unit means, and when not to use it."""
