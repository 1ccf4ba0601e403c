module.exports = globalThis.keptLibraries.axe;
