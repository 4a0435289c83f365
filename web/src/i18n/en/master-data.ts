import type de from '../de/master-data.ts'
import type { Like } from '../like.ts'

export default {
  title: 'Title',
  add: 'Add {one}',
  edit: 'Edit',
  editTitle: 'Edit {one}',
  save: 'Save',
  cancel: 'Cancel',
  empty: 'No entries yet',
  remove: {
    ok: 'Delete',
    title: 'Delete {one}',
    message: 'Delete {one} «{name}»?',
    done: '«{name}» deleted',
    undo: 'Undo',
  },
  sectors: { title: 'Sectors', one: 'sector' },
} satisfies Like<typeof de>
