import type german from '../de/calls.ts'
import type { Like } from '../like.ts'

export default {
  own: 'Calls of the last 24 hours',
  hidden: 'Withheld number',
  internal: 'internal',
  direction: { IN: 'incoming', OUT: 'outgoing' },
  state: { RINGING: 'ringing', ANSWERED: 'talking', HELD: 'on hold', ENDED: 'ended', MISSED: 'not answered' },
  spoken: { IN: 'Incoming call', OUT: 'Outgoing call' },
  writeDown: 'Write down',
  writeDownOf: 'Write down the call with {name} as an encounter',
  writtenDown: 'written down',
  dismiss: 'Hide the call with {name}',
  candidates: 'Who may be calling',
  reason: {
    EXACT: 'this number',
    SHARED: 'shares this number',
    HOUSEHOLD: 'same household',
    COMPANY: 'same number stem',
    SIGNATURE: 'number in an e-mail',
  },
  addNumber: 'Add the number to this contact',
  numberAdded: 'Number added',
  callBack: {
    label: 'Call back…',
    of: 'Call back: to-do about {name}',
    title: 'Call {name} back',
    todo: 'Call back: {number}',
    field: { title: 'To-do', flame: 'Flame' },
    unnamed: 'Nothing ordered yet',
    noFlame: 'A to-do belongs to a flame, and {name} has none that is open.',
    save: 'Add to-do',
    saveAtNew: 'Add flame and to-do',
    added: 'To-do added, due today',
  },
} satisfies Like<typeof german>
