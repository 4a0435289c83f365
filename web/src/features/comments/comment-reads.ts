import { commentApi } from '#contract/comments'
import { historyApi } from '#contract/history'
import { emailApi } from '#contract/mail/inbox'

/** What a change of comments makes old. */
export const commentReads = [commentApi.list, commentApi.count, historyApi.ofContact, historyApi.ofEmail, emailApi.get]
