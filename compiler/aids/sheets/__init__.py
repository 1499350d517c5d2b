"""One module for each kind of thing that stands on a sheet: artifact → sections of the model."""
