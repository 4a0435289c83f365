import { todoPackageApi } from '#contract/lists/todo-packages'
import { routes } from '../../http/routes.ts'
import {
  addTodoPackage,
  listTodoPackages,
  removeTodoPackage,
  replaceTodoPackage,
  updateTodoPackage,
} from './todo-packages.ts'

export const todoPackageRoutes = routes(todoPackageApi, {
  list: ({ ctx }) => listTodoPackages(ctx),
  add: ({ ctx, body }) => addTodoPackage(ctx, body),
  update: ({ ctx, params, body }) => updateTodoPackage(ctx, params.id, body),
  remove: ({ ctx, params }) => removeTodoPackage(ctx, params.id),
  replace: ({ ctx, params }) => replaceTodoPackage(ctx, params.id, params.otherId),
})
