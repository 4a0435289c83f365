import type { TFunction } from 'i18next'
import { articleFields, dossierFields, packageFields } from '#contract/orders/dossiers'
import { flameFields } from '#contract/orders/flame-changes'
import type { Field, Kind } from '../../../together/history/tell-entry.ts'
import { type TodoWords, todoKind } from '../../../work/todos/todo-history.ts'

interface DossierWords extends TodoWords {
  dossiers: TFunction<'dossiers'>
  contacts: TFunction<'contacts'>
  /** Label of the board step. */
  step: string
}

type Name = keyof typeof import('../../../../i18n/de/dossiers.ts').default.field
const field = (name: Name): Field<DossierWords> => [({ dossiers }) => dossiers(`field.${name}`)]
/** Returns the fields of a contract shape, keyed by their history names: `productRef` is `productId` there. */
const fieldsOf = <Shape extends Partial<Record<Name, unknown>>>(
  shape: { [Field in keyof Shape]: Field extends Name ? Shape[Field] : never },
  others: Readonly<Record<string, string>> = {},
): Kind<DossierWords>['fields'] =>
  Object.fromEntries(
    (Object.keys(shape) as Name[]).map((name) => [others[name] ?? name.replace(/Ref$/, 'Id'), field(name)]),
  )

/** The records of a dossier and their displayed fields. */
export const kinds: Readonly<Record<string, Kind<DossierWords>>> = {
  flame: {
    one: ({ t }) => t('entity.flame'),
    turns: {
      deletedAt: { set: 'binned', unset: 'restored' },
      archivedAt: { set: 'archived', unset: 'reopened' },
    },
    fields: {
      stepId: [({ step }) => step],
      ...fieldsOf(flameFields, { reminderAtUtc: 'reminderAt' }),
      originEmailId: [({ t }) => t('originEmail')],
    },
  },
  dossier: {
    one: ({ t }) => t('entity.dossier'),
    fields: {
      ...fieldsOf(dossierFields),
      language: [
        ({ dossiers }) => dossiers('field.language'),
        (value, { contacts }) => contacts(`language.${value as 'DE'}`, { defaultValue: value }),
      ],
    },
  },
  dossier_article: {
    one: ({ t }) => t('entity.article'),
    fields: fieldsOf(articleFields, { warehouse: 'warehouseId' }),
  },
  dossier_package: {
    one: ({ t }) => t('entity.package'),
    fields: fieldsOf(packageFields),
  },
  todo: todoKind,
}
