import { expect, it } from 'vitest'
import { permissionAreas, singlePermissions } from './permission-matrix.ts'
import { permissions } from './permissions.ts'

it('the permission matrix places every permission exactly once', () => {
  const places = [...Object.values(permissionAreas).flatMap((area) => Object.values(area)), ...singlePermissions]
  expect(places.sort()).toEqual([...permissions].sort())
})
