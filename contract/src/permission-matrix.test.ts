import { expect, it } from 'vitest'
import { permissionAreas, singlePermissions } from './permission-matrix.ts'
import { permissions } from './permissions.ts'

it('has a place for every permission, and one only', () => {
  const places = [...Object.values(permissionAreas).flatMap((area) => Object.values(area)), ...singlePermissions]
  expect(places.sort()).toEqual([...permissions].sort())
})
