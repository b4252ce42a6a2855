# The compiled module; __init__.pyi describes what of it is public.
from typing import Any

def __getattr__(name: str) -> Any: ...
