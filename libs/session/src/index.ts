export * from './guards.ts';
export * from './selectors.ts';
export * from './session-slice.ts';
export * from './session-thunks.ts';
export * from './signed-in-hint.ts';
export * from './start-session.ts';
export * from './token-storage.ts';
export * from './user-panel.ts';
