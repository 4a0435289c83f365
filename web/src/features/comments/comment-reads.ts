import { commentApi } from '#contract/comments'
import { emailApi } from '#contract/emails'
import { historyApi } from '#contract/history'

/** What a change of comments makes old. */
export const commentReads = [commentApi.list, commentApi.count, historyApi.ofContact, historyApi.ofEmail, emailApi.get]
