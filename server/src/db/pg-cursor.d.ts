declare module 'pg-cursor' {
  const Cursor: import('kysely').PostgresCursorConstructor
  export default Cursor
}
