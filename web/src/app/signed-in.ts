/** What every screen but /login needs, in one piece. */
export { Layout } from './layout/Layout.tsx'
export { readAhead } from './read-ahead.ts'
export { refuseEntry, startSession } from './start-session.ts'
