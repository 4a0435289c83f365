import { z } from 'zod'
import { ValidEmailAddress } from '../email-address.ts'
import { ById, Done, endpoint, Id, Instant, OptionalText, Text, Version } from '../endpoint.ts'
import { languages, limits } from '../limits.ts'
import { PermissionName } from './roles.ts'
import { type Work, workNeeds } from './work.ts'

/** Effect of clicking a phone number: the device calls, sipgate calls, or nothing. */
export const phoneLinks = ['LINK', 'SIPGATE', 'OFF'] as const

export const UserConfig = z.object({
  favoritProjectboard: Id.nullable(),
  /** Board that opens first. */
  favoritBlackboard: Id.nullable(),
  visibleFutureTasks: z.boolean(),
  phoneLinks: z.enum(phoneLinks),
})
export type UserConfig = z.output<typeof UserConfig>

/** Settings to change; a setting that is left out keeps its value. */
export const UserConfigChange = UserConfig.partial()
export type UserConfigChange = z.output<typeof UserConfigChange>

const Username = Text(limits.login.maxLength)
/** Invisible characters are refused, so that two different names cannot look alike. */
const NewUsername = z
  .string()
  .overwrite((name) => name.normalize('NFC').replace(/\s+/gu, ' ').trim())
  .min(1)
  .max(limits.login.maxLength)
  .refine((name) => !/[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u.test(name), { params: { code: 'HIDDEN_SIGNS' } })
/** Data URL of a picture, small enough to be part of every list of users. */
const Avatar = z
  .string()
  .max(60_000)
  .regex(/^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/=]+$/)
  .nullable()

/** Only the upper bound: the server itself checks the minimum and answers PASSWORD_TOO_SHORT. */
const Password = z.string().max(limits.password.max)

/** Fields of a user for everybody who may see users. */
const person = {
  id: Id,
  username: Username,
  avatarSmall: z.string().nullable(),
  /** The user cannot sign in and gets no new assignments. */
  disabled: z.boolean(),
}

/** Further fields, only for the user and for those who may change users. */
const account = {
  version: Version,
  email: z.string(),
  phoneNumber: z.string(),
  /** Further numbers and extensions of the user, separated by commas. */
  extensions: z.string(),
  language: z.enum(languages),
  roles: z.array(z.string()),
  userConfig: UserConfig,
  lastLoginAtUtc: Instant.nullable(),
  secondFactor: z.boolean(),
  /** True while too many failed attempts keep the user from signing in. */
  locked: z.boolean(),
}

export const User = z.object({ ...person, ...z.object(account).partial().shape })
export type User = z.output<typeof User>
export const Account = z.object({ ...person, ...account })
export type Account = z.output<typeof Account>

/** Signed-in user, without secrets. */
export const CurrentUser = Account.omit({ disabled: true, locked: true }).extend({
  permissions: z.array(PermissionName),
  /** A role of the user requires a second factor that is not set up yet; until then all other calls are refused. */
  secondFactorMissing: z.boolean(),
})
export type CurrentUser = z.output<typeof CurrentUser>

const profile = {
  email: z.union([z.literal(''), ValidEmailAddress]).default(''),
  phoneNumber: OptionalText(50).default(''),
  language: z.enum(languages).default('DE'),
  avatarSmall: Avatar.default(null),
}

const NewUser = z.object({
  username: NewUsername,
  password: Password,
  ...profile,
  extensions: OptionalText(200).default(''),
  disabled: z.boolean().default(false),
  roles: z.array(z.string()).default([]),
})
export const UserChange = z.object({
  version: Version,
  username: NewUsername,
  ...profile,
  extensions: OptionalText(200).optional(),
  disabled: z.boolean().default(false),
  roles: z.array(z.string()),
  /** New password; default unchanged. */
  password: Password.optional(),
})
export const OwnProfile = z.object({ version: Version, ...profile })

const Credentials = z.object({
  username: Text(limits.login.maxLength),
  password: z.string().min(1).max(limits.login.maxLength),
  /** Six digits of the authenticator, or a recovery code, where the user has a second factor. */
  secondFactor: OptionalText(50).optional(),
})

const secondFactorCode = z.object({ code: Text(50) })

export const authApi = {
  signIn: endpoint({
    method: 'POST',
    path: '/api/auth/signin',
    allow: 'public',
    perMinute: 600,
    changesActors: true,
    summary: 'Sign in; sets the session cookie',
    body: Credentials,
    response: CurrentUser,
  }),
  signOut: endpoint({
    method: 'POST',
    path: '/logout',
    allow: 'public',
    changesActors: true,
    summary: 'End the session',
    response: Done,
  }),
  signOutEverywhere: endpoint({
    method: 'POST',
    path: '/api/auth/signout-everywhere',
    allow: 'session',
    duringSetup: true,
    changesActors: true,
    summary: 'End all other sessions of the signed-in user',
    response: z.object({ ended: z.int() }),
  }),
  me: endpoint({
    method: 'GET',
    path: '/api/auth/me',
    allow: 'session',
    duringSetup: true,
    summary: 'The signed-in user',
    shows: ['user', 'role'],
    response: CurrentUser,
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/api/auth/changepassword',
    allow: 'session',
    duringSetup: true,
    changesActors: true,
    summary: 'Change the own password',
    body: z.object({ password: Password }),
    response: Done,
  }),
  startSecondFactor: endpoint({
    method: 'POST',
    path: '/api/auth/second-factor',
    allow: 'session',
    duringSetup: true,
    summary: 'A new secret for the authenticator, in force only once confirmed',
    response: z.object({ secret: z.string(), uri: z.string() }),
  }),
  confirmSecondFactor: endpoint({
    method: 'POST',
    path: '/api/auth/second-factor/confirm',
    allow: 'session',
    duringSetup: true,
    changesActors: true,
    summary: 'Confirm the new secret with a code; answers the recovery codes, once',
    body: secondFactorCode,
    response: z.object({ recoveryCodes: z.array(z.string()) }),
  }),
  removeSecondFactor: endpoint({
    method: 'POST',
    path: '/api/auth/second-factor/remove',
    allow: 'session',
    duringSetup: true,
    changesActors: true,
    summary: 'Remove the own second factor',
    body: secondFactorCode,
    response: Done,
  }),
}

/** Signed-in users, as the bar shows them to everybody. */
const SignedInUsers = z.object({
  /** False where an admin has switched the display off. */
  shown: z.boolean(),
  users: z.array(
    z.object({
      id: Id,
      username: Username,
      avatarSmall: z.string().nullable(),
      /** Null for callers who work with neither messages nor orders. */
      lastLoginAtUtc: Instant.nullable(),
    }),
  ),
})
export type SignedInUsers = z.output<typeof SignedInUsers>

export const userApi = {
  signedIn: endpoint({
    method: 'GET',
    path: '/api/users/_signedIn',
    allow: 'USER_READ',
    summary: 'Who is signed in, the latest first',
    shows: ['login', 'user'],
    response: SignedInUsers,
  }),
  showSignedIn: endpoint({
    method: 'PUT',
    path: '/api/users/_signedIn',
    allow: 'GENERAL_ADMIN_FUNCTIONS',
    summary: 'Show everybody who is signed in, or nobody',
    body: z.object({ shown: z.boolean() }),
    response: Done,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/users',
    allow: 'USER_READ',
    summary: 'All users: names and pictures, and the accounts for whoever may change them',
    shows: ['user', 'role'],
    response: z.array(User),
  }),
  whoSees: endpoint({
    method: 'GET',
    path: '/api/users/_whoSees',
    allow: 'USER_READ',
    summary: 'Those to whom work can be given: who can sign in and may see it, on this board if one is named',
    query: z.object({ work: z.enum(Object.keys(workNeeds) as [Work, ...Work[]]), boardRef: Id.optional() }),
    shows: ['user', 'role', 'board'],
    response: z.array(Id),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/users/:id',
    allow: 'USER_READ',
    summary: 'One user',
    params: ById,
    shows: ['user user=:id'],
    response: User,
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/users',
    allow: 'USER_MODIFY',
    summary: 'Add a user with a password',
    body: NewUser,
    response: Account,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/users/:id',
    allow: 'USER_MODIFY',
    changesActors: true,
    summary: 'Change a user who holds nothing that one does not hold oneself',
    params: ById,
    body: UserChange,
    response: Account,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/users/:id',
    allow: 'USER_DELETE',
    changesActors: true,
    summary: 'Remove a user; what they did stays under their name',
    params: ById,
    response: Done,
  }),
  updateOwn: endpoint({
    method: 'PUT',
    path: '/api/users/own/:id',
    allow: 'session',
    summary: 'Change the own profile',
    params: ById,
    body: OwnProfile,
    response: Account,
  }),
  getConfig: endpoint({
    method: 'GET',
    path: '/api/users/:id/userConfig',
    allow: 'session',
    summary: 'The own configuration',
    params: ById,
    shows: ['user user=:id'],
    response: UserConfig,
  }),
  updateConfig: endpoint({
    method: 'PUT',
    path: '/api/users/:id/userConfig',
    allow: 'session',
    summary: 'Change the own configuration; what is left out stays as it is',
    params: ById,
    body: UserConfigChange,
    response: UserConfig,
  }),
  unlock: endpoint({
    method: 'PUT',
    path: '/api/users/:id/unlock',
    allow: 'USER_MODIFY',
    summary: 'Let a user who failed too often sign in again',
    params: ById,
    response: Account,
  }),
  signOut: endpoint({
    method: 'POST',
    path: '/api/users/:id/signout-everywhere',
    allow: 'USER_MODIFY',
    changesActors: true,
    summary: 'End all sessions of a user',
    params: ById,
    response: z.object({ ended: z.int() }),
  }),
  resetSecondFactor: endpoint({
    method: 'PUT',
    path: '/api/users/:id/reset-second-factor',
    allow: 'USER_MODIFY',
    changesActors: true,
    summary: 'Remove the second factor of a user who lost it',
    params: ById,
    response: Account,
  }),
  tablePreferences: endpoint({
    method: 'GET',
    path: '/api/users/own/table-preferences',
    allow: 'session',
    summary: 'How the signed-in user has arranged the columns of each table',
    shows: ['preference'],
    response: z.record(z.string(), z.unknown()),
  }),
  saveTablePreferences: endpoint({
    method: 'PUT',
    path: '/api/users/own/table-preferences/:tableId',
    allow: 'session',
    summary: 'Keep how the columns of one table are arranged',
    params: z.object({ tableId: Text(60).regex(/^[a-z]/i) }),
    body: z.object({ value: z.record(z.string(), z.unknown()) }),
    response: Done,
  }),
}
