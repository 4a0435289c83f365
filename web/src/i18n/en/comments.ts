import type german from '../de/comments.ts'
import type { Like } from '../like.ts'

export default {
  title: 'Comments',
  empty: 'No comment yet.',
  write: 'Write a comment',
  hint: 'Mention somebody with @.',
  send: 'Send',
  answer: 'Answer',
  answerTo: 'Answer {name}',
  answerOf: 'Answer to {name}',
  actions: 'Actions for the comment of {name}',
  edit: 'Edit',
  remove: 'Delete',
  save: 'Save',
  cancel: 'Cancel',
  text: 'Comment',
  edited: 'edited {at}',
  deleted: 'deleted',
  removed: 'The comment has been deleted.',
  restored: 'The comment is back.',
  somebody: 'Unknown',
  mention: 'Mention whom?',
  notFound: 'This comment no longer exists.',
  tooLong: 'The comment may have at most {length} characters.',
  of: 'Comment of {name}, {at}',
} satisfies Like<typeof german>
