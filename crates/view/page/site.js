// What the page asks for where no program is behind it: the module for WebAssembly answers, of archives that lie beside the page.
