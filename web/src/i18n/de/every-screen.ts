export { default as contacts } from './contacts.ts'
export { default as encounters } from './encounters.ts'
export { default as shell } from './shell.ts'
export { default as ui } from './ui.ts'
