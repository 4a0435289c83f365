import { todoApi } from '#contract/work/todos'
import { routes } from '../../http/routes.ts'
import { applyPackage, followDates, listMoved, planPackage, takeBackPackage, unfollowDates } from './packages.ts'
import { countOwnDue, countTodos, searchTodos } from './search-todos.ts'
import { addTodo, getTodo, listTodos, removeTodo, restoreTodo, updateTodo, writeBatch } from './todos.ts'

export const todoRoutes = routes(todoApi, {
  search: ({ ctx, body }) => searchTodos(ctx, body),
  count: ({ ctx, body }) => countTodos(ctx, body),
  countOwnDue: ({ ctx }) => countOwnDue(ctx),
  ofRef: ({ ctx, params }) => listTodos(ctx, params.ref),
  moved: ({ ctx, params }) => listMoved(ctx, params.ref),
  follow: ({ ctx, params, body }) => followDates(ctx, params.ref, body),
  unfollow: ({ ctx, params, body }) => unfollowDates(ctx, params.ref, body),
  planPackage: ({ ctx, params }) => planPackage(ctx, params.ref, params.packageId),
  applyPackage: ({ ctx, params }) => applyPackage(ctx, params.ref, params.packageId),
  takeBackPackage: ({ ctx, params, body }) => takeBackPackage(ctx, params.ref, body),
  get: ({ ctx, params }) => getTodo(ctx, params.id),
  add: ({ ctx, body }) => addTodo(ctx, body),
  batch: ({ ctx, body }) => writeBatch(ctx, body),
  update: ({ ctx, params, body }) => updateTodo(ctx, params.id, body),
  remove: ({ ctx, params }) => removeTodo(ctx, params.id),
  restore: ({ ctx, params }) => restoreTodo(ctx, params.id),
})
