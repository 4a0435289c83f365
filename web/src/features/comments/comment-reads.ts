import { commentApi } from '@glut/contract/comments'
import { historyApi } from '@glut/contract/history'

/** What a change of comments makes old. */
export const commentReads = [commentApi.list, commentApi.count, historyApi.ofContact]
