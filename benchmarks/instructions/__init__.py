"""Instructions that the kernel takes for a segment, by callgrind: the machine's load does not change them."""
