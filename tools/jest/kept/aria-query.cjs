module.exports = globalThis.keptLibraries.ariaQuery;
