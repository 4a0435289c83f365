import type de from '../de/failure.ts'
import type { Like } from '../like.ts'

export default {
  load: {
    title: 'This page could not be loaded',
    message:
      'The connection is interrupted, or there is a new version. The page reloads by itself in {seconds} seconds.',
  },
  away: {
    title: 'No connection',
    message:
      'This part was not loaded yet, and the server cannot be reached. As soon as it can be, the page is loaded.',
  },
  broken: {
    title: 'This page cannot be shown',
    message: 'Something went wrong. Please try again or reload the page.',
  },
  notFound: {
    title: 'This page does not exist',
    message: 'The address leads to no page.',
    home: 'To the start page',
  },
  retry: 'Try again',
  reload: 'Reload',
} satisfies Like<typeof de>
