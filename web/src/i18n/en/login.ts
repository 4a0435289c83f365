import type de from '../de/login.ts'
import type { Like } from '../like.ts'

export default {
  code: 'EN',
  title: 'Sign in',
  username: 'Username',
  password: 'Password',
  submit: 'Sign in',
  language: 'Language',
  required: 'This field is required',
  maxLength: 'This field may have at most {length} characters',
  secondFactor: 'Code',
  secondFactorHint: 'Please enter the code of your authenticator app or one of your recovery codes.',
  back: 'Back',
  waiting_one: 'Too many failed attempts. You can try again in {seconds} second.',
  waiting_other: 'Too many failed attempts. You can try again in {seconds} seconds.',
  waitingQueued_one: 'Too many failed attempts. You will be signed in in {seconds} second, please wait…',
  waitingQueued_other: 'Too many failed attempts. You will be signed in in {seconds} seconds, please wait…',
  waitingLabel: 'Waiting time',
  locked: 'Too many failed attempts. Sign-in is locked until an administrator unlocks it or 15 minutes have passed.',
  lockedButton: 'Locked',
  noAnswer: 'The server does not answer. Please check the connection and try again.',
} satisfies Like<typeof de>
