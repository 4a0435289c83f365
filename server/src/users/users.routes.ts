import { roleApi } from '#contract/users/roles'
import { authApi, userApi } from '#contract/users/users'
import { prepared, routes } from '../http/routes.ts'
import { setSessionCookie } from '../http/session.ts'
import { changePassword, checkCredentials, currentUser, signIn, signOut, signOutEverywhere } from './auth.ts'
import { countAttempt } from './login-throttle.ts'
import { hashPassword } from './passwords.ts'
import { addRole, listRoles, removeRole, updateRole } from './roles.ts'
import { confirmSecondFactor, removeSecondFactor, startSecondFactor } from './second-factor.ts'
import { listSignedIn, showSignedIn } from './signed-in.ts'
import {
  addUser,
  getConfig,
  getUser,
  listUsers,
  removeUser,
  resetSecondFactor,
  saveTablePreferences,
  signOutUser,
  tablePreferences,
  unlockUser,
  updateConfig,
  updateOwnProfile,
  updateUser,
  whoSees,
} from './users.ts'

export const authRoutes = routes(authApi, {
  signIn: prepared(authApi.signIn, {
    prepare: ({ ctx, body }) => checkCredentials(ctx, body),
    run: async ({ ctx, reply, prepared: proven }) => {
      const { user, token } = await signIn(ctx, proven)
      setSessionCookie(reply, token, ctx.services.config)
      return user
    },
  }),
  signOut: async ({ ctx, reply }) => {
    setSessionCookie(reply, null, ctx.services.config)
    return signOut(ctx)
  },
  signOutEverywhere: ({ ctx }) => signOutEverywhere(ctx),
  me: ({ ctx }) => currentUser(ctx),
  changePassword: prepared(authApi.changePassword, {
    prepare: ({ body }) => hashPassword(body.password),
    run: ({ ctx, prepared: hash }) => changePassword(ctx, hash),
  }),
  startSecondFactor: ({ ctx }) => startSecondFactor(ctx),
  confirmSecondFactor: ({ ctx, body }) => confirmSecondFactor(ctx, body.code),
  removeSecondFactor: prepared(authApi.removeSecondFactor, {
    prepare: ({ ctx }) => countAttempt(ctx.db, ctx.actor.username, ctx.actor.address),
    run: ({ ctx, body }) => removeSecondFactor(ctx, body.code),
  }),
})

export const roleRoutes = routes(roleApi, {
  list: ({ ctx }) => listRoles(ctx),
  add: ({ ctx, body }) => addRole(ctx, body),
  update: ({ ctx, params, body }) => updateRole(ctx, params.id, body),
  remove: ({ ctx, params }) => removeRole(ctx, params.id),
})

export const userRoutes = routes(userApi, {
  signedIn: ({ ctx }) => listSignedIn(ctx),
  showSignedIn: ({ ctx, body }) => showSignedIn(ctx, body.shown),
  list: ({ ctx }) => listUsers(ctx),
  whoSees: ({ ctx, query }) => whoSees(ctx, query),
  get: ({ ctx, params }) => getUser(ctx, params.id),
  add: prepared(userApi.add, {
    prepare: ({ body }) => hashPassword(body.password),
    run: ({ ctx, body, prepared: passwordHash }) => addUser(ctx, { ...body, passwordHash }),
  }),
  update: prepared(userApi.update, {
    prepare: async ({ body }) => (body.password ? hashPassword(body.password) : undefined),
    run: ({ ctx, params, body, prepared: passwordHash }) => updateUser(ctx, params.id, { ...body, passwordHash }),
  }),
  remove: ({ ctx, params }) => removeUser(ctx, params.id),
  updateOwn: ({ ctx, params, body }) => updateOwnProfile(ctx, params.id, body),
  getConfig: ({ ctx, params }) => getConfig(ctx, params.id),
  updateConfig: ({ ctx, params, body }) => updateConfig(ctx, params.id, body),
  unlock: ({ ctx, params }) => unlockUser(ctx, params.id),
  signOut: ({ ctx, params }) => signOutUser(ctx, params.id),
  resetSecondFactor: ({ ctx, params }) => resetSecondFactor(ctx, params.id),
  tablePreferences: ({ ctx }) => tablePreferences(ctx),
  saveTablePreferences: ({ ctx, params, body }) => saveTablePreferences(ctx, params.tableId, body.value),
})
