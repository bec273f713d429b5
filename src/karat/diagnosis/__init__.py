"""What a score hides: variation, blindness and sensitivity of metrics."""
