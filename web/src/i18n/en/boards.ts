import type german from '../de/boards.ts'
import type { Like } from '../like.ts'

export default {
  board: {
    away: '{reason} The cards are shown as they were last read.',
    choose: 'Task board',
    label: 'Task board {board}',
    bin: 'Bin',
    keysHint: 'Arrow keys change the card, Shift and an arrow key move it, M opens its menu.',
  },
  filter: {
    assignee: 'Assignee',
    everybody: 'Everybody',
    nobody: 'Nobody',
    due: 'Due only',
    future: 'Show future ones',
    more: 'Filters',
    clear: 'Clear filters',
  },
  card: {
    actions: 'Actions {name}',
    due: 'due',
    proxy: 'Proxy {username}',
    noAssignee: 'No assignee',
    today: 'here since today',
    days_one: 'here for {count} day',
    days_other: 'here for {count} days',
    long: 'long: {text}',
  },
  action: {
    moveTo: 'Move to…',
    up: 'Move up',
    down: 'Move down',
    left: 'To the step on the left',
    right: 'To the step on the right',
  },
  place: {
    moveTitle: 'Move “{name}”',
    assignTitle: 'Assign “{name}”',
    duplicateTitle: 'Duplicate “{name}”',
    board: 'Task board',
    step: 'Step',
    position: 'Place',
    top: 'On top',
    bottom: 'At the bottom',
    move: 'Move',
    duplicate: 'Duplicate',
  },
  done: {
    moved: '“{name}” stands in “{step}” at place {place} of {count}.',
    movedTo: '“{name}” now stands in “{step}” on “{board}”.',
    assigned: '“{name}” is now assigned to {username}.',
    unassigned: '“{name}” is no longer assigned to anybody.',
  },
  conflict: {
    moved: '“{name}” was meanwhile moved to “{step}” by {username}. The task board shows the present state.',
    changed: '“{name}” was meanwhile changed by {username}. The task board shows the present state.',
    archived: '“{name}” was meanwhile archived by {username}.',
    removed: '“{name}” was meanwhile moved to the bin by {username}.',
    gone: '“{name}” no longer exists.',
    somebody: 'somebody else',
  },
} satisfies Like<typeof german>
