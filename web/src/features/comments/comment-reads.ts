import { commentApi } from '@glut/contract/comments'
import { emailApi } from '@glut/contract/emails'
import { historyApi } from '@glut/contract/history'

/** What a change of comments makes old. */
export const commentReads = [commentApi.list, commentApi.count, historyApi.ofContact, historyApi.ofEmail, emailApi.get]
