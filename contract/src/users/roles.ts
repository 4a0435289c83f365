import { z } from 'zod'
import { ById, Done, endpoint, Id, Text, Version } from '../endpoint.ts'
import { type Permission, permissions } from '../permissions.ts'

export const PermissionName = z.enum(permissions as [Permission, ...Permission[]])

const roleFields = {
  name: Text(50),
  permissions: z.array(PermissionName),
  requiresSecondFactor: z.boolean().default(false),
}
export const Role = z.object({
  id: Id,
  version: Version,
  ...roleFields,
  users: z.int(),
  /** Whether the caller may give the role to users and take it from them. */
  givable: z.boolean(),
})
export type Role = z.output<typeof Role>

export const roleApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/roles',
    allow: { anyOf: ['USER_MODIFY', 'GENERAL_ADMIN_FUNCTIONS', 'TASKBOARD_CREATE', 'TASKBOARD_MODIFY'] },
    summary: 'Roles with their permissions',
    shows: ['role', 'user'],
    response: z.array(Role),
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/roles',
    allow: 'GENERAL_ADMIN_FUNCTIONS',
    idempotencyKey: 'accepted',
    summary: 'Add a role with permissions that one holds oneself',
    body: z.object(roleFields),
    response: Role,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/roles/:id',
    allow: 'GENERAL_ADMIN_FUNCTIONS',
    changesActors: true,
    summary: 'Change a role whose permissions one holds, before and after',
    params: ById,
    body: z.object({ version: Version, ...roleFields }),
    response: Role,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/roles/:id',
    allow: 'GENERAL_ADMIN_FUNCTIONS',
    changesActors: true,
    summary: 'Remove a role that nobody holds',
    params: ById,
    response: Done,
  }),
}
