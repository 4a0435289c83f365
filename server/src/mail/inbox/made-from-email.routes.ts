import { contactApi } from '#contract/contacts/contacts'
import { flameApi } from '#contract/orders/flames'
import { historyApi } from '#contract/together/history'
import { addContact } from '../../contacts/contacts.ts'
import { routes } from '../../http/routes.ts'
import { assertBoard } from '../../orders/boards/boards.ts'
import { addFlame, beginFlame } from '../../orders/flames/flames.ts'
import { historyOf } from '../../together/history/history.ts'
import { assertEmail, linkNewContact, linkNewFlame } from './inbox.ts'

/** Calls that can make a record from an e-mail and then link the e-mail to it. */
export const madeFromEmailRoutes = routes(
  { addContact: contactApi.add, addFlame: flameApi.add, beginFlame: flameApi.begin },
  {
    async addContact({ ctx, body, query }) {
      if (query.blackboardRef) await assertBoard(ctx, query.blackboardRef, 'blackboardRef')
      const { id, answer } = await addContact(ctx, body, query)
      if (!query.emailRef) return answer
      const contact = await answer.ask(ctx.db)
      await linkNewContact(ctx, query.emailRef, id, query.emailVersion)
      return contact
    },
    async addFlame({ ctx, body }) {
      if (body.emailRef) await linkNewFlame(ctx, body.emailRef, body.contactRef)
      return addFlame(ctx, body)
    },
    async beginFlame({ ctx, params, body }) {
      if (body.emailRef) await linkNewFlame(ctx, body.emailRef, params.id)
      return beginFlame(ctx, params.id, body.emailRef)
    },
  },
)

export const emailHistoryRoutes = routes(
  { ofEmail: historyApi.ofEmail },
  {
    async ofEmail({ ctx, params, query }) {
      await assertEmail(ctx, params.id)
      return historyOf(ctx, params.id, {}, query.before)
    },
  },
)
