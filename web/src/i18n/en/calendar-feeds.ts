import type german from '../de/calendar-feeds.ts'
import type { Like } from '../like.ts'

export default {
  title: 'Subscribe to the calendar',
  subscribe: 'Subscribe',
  is: 'Your calendar program shows what you have to do in Glut: from three months ago to a year ahead. Telephone numbers and e-mail addresses are not in it.',
  sources: 'What the calendar holds',
  source: {
    APPOINTMENTS: 'Own appointments',
    PICKUPS: 'Pickups and deliveries of own flames',
    FLAMES: 'Reminders of own flames',
    PROJECTS: 'Own projects',
    TODOS: 'Own to-dos',
  },
  make: 'Make an address',
  once: 'This address is shown only now. Whoever knows it reads your calendar: give it to your calendar program alone.',
  address: 'Address',
  copy: 'Copy address',
  open: 'Open in the calendar program',
  made: 'Made on {at}',
  read: 'last read on {at}',
  unread: 'never read yet',
  renew: 'New address',
  renewMessage: 'The address of before leads nowhere then. Enter the new one wherever the old one stands.',
  revoke: 'Revoke',
  revokeTitle: 'Revoke the address',
  revokeMessage: 'Calendar programs with this address show nothing new then.',
  revoked: 'The address is revoked',
  saved: 'Saved',
} satisfies Like<typeof german>
