/** Code that every screen except /login needs, as one chunk. */
export { Layout } from './layout/Layout.tsx'
export { readAhead } from './read-ahead.ts'
export { refuseEntry, startSession } from './start-session.ts'
