"""What ./takt linux does on the development machine: fetch Debian's packages, run guests, print and keep results."""
