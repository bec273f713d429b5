"""What people said: judgements and human scores, one module per format."""
