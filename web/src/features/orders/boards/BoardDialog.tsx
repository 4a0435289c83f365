import { useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { BodyOf } from '#contract/endpoint'
import type { Problem } from '#contract/errors'
import { type Board, BoardFields, boardApi, boardKinds, type CardFact, cardFacts } from '#contract/orders/boards'
import { type StepRequirement, stepRequirements } from '#contract/orders/step-requirements'
import { ApiError } from '../../../api/client.ts'
import { useApiMutation } from '../../../api/hooks.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useEditing } from '../../../ui/conflicts/use-editing.ts'
import { OrderedFields } from '../../../ui/EditableTable/OrderedFields.tsx'
import { ChoicesField } from '../../../ui/fields/ChoicesField.tsx'
import { ColourField } from '../../../ui/fields/ColourField.tsx'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { Form } from '../../../ui/forms/Form.tsx'
import { atField } from '../../../ui/forms/field-errors.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { fieldGrid } from '../../../ui/layout/look.ts'
import { AssignedFields, useAssignable } from '../../lists/master-data/AssignedFields.tsx'
import { EntryDialog } from '../../lists/master-data/MasterDataDialog.tsx'
import { MoveCardsDialog } from './MoveCardsDialog.tsx'

type Values = BodyOf<typeof boardApi.add>
type Moves = BodyOf<typeof boardApi.update>['cardsMoveTo']

const blankStep = { title: '', colour: '#5a5e64', requires: [] }
const usual: CardFact[] = ['ARTICLES', 'DESTINATION', 'CERTIFICATE', 'NEXT_DATE', 'TODOS']
const blank = {
  title: '',
  kind: 'FLAME' as const,
  steps: [blankStep],
  cardShows: usual,
  assignedUsers: [],
  assignedRoles: [],
}

interface Question {
  usedBy: NonNullable<Problem['usedBy']>
  stepRef: string
  /** The remaining steps. */
  steps: readonly { id?: string | undefined; title: string }[]
  answer: (toStepRef: string | null) => void
}

/** Edits a board and its steps; asks where to move the cards of a removed step. */
export function BoardDialog({ board, onClose }: { board: Board | null; onClose: () => void }) {
  const { t } = useTranslation('masterData')
  const formId = useId()
  const { nameOf } = useAssignable()
  const [question, setQuestion] = useState<Question>()
  const options = {
    quiet: ['TITLE_EXIST', 'STALE_VERSION', 'IN_USE'],
  } as const
  const add = useApiMutation(boardApi.add, options)
  const update = useApiMutation(boardApi.update, options)
  const requirementName = useRequirementName()
  const stepText = ({ title, requires = [] }: Values['steps'][number]) =>
    requires.length > 0 ? `${title} (${requires.map(requirementName).join(', ')})` : title
  const names = (ids: unknown) => (ids as string[]).map(nameOf).join(', ')
  const editing = useEditing<Values, Board>(board, {
    name: board?.title ?? '',
    fields: [
      { name: 'title', label: t('title') },
      { name: 'kind', label: t('board.kind'), show: (kind) => t(`board.is.${kind as Values['kind']}`) },
      {
        name: 'steps',
        label: t('board.steps'),
        show: (steps) => (steps as Values['steps']).map(stepText).join(', '),
      },
      {
        name: 'cardShows',
        label: t('board.cardShows'),
        show: (facts) => (facts as CardFact[]).map((fact) => t(`board.shows.${fact}`)).join(', '),
      },
      { name: 'assignedUsers', label: t('assigned.users'), show: names },
      { name: 'assignedRoles', label: t('assigned.roles'), show: names },
    ],
    valuesOf: (saved) => BoardFields.parse(saved),
  })

  async function save(values: Values) {
    const saving = board
      ? editing.save(values, (body, version) => send(board.id, { ...body, version, cardsMoveTo: [] }))
      : add.mutateAsync({ body: values })
    await saving.catch(atField({ TITLE_EXIST: 'title' }))
    onClose()
  }

  /** Saves the board; asks for a target and saves again for every removed step with cards. */
  async function send(id: string, body: BodyOf<typeof boardApi.update>): Promise<Board> {
    try {
      return await update.mutateAsync({ params: { id }, body })
    } catch (error) {
      const problem = error instanceof ApiError ? error.problem : {}
      if (problem.code !== 'IN_USE' || !problem.usedPart) throw error
      const toStepRef = await ask(problem.usedPart, problem.usedBy ?? [], body.steps)
      if (!toStepRef) throw error
      const cardsMoveTo: Moves = [...body.cardsMoveTo, { stepRef: problem.usedPart, toStepRef }]
      return send(id, { ...body, cardsMoveTo })
    }
  }

  const ask = (stepRef: string, usedBy: Question['usedBy'], steps: Question['steps']) =>
    new Promise<string | null>((resolve) => {
      setQuestion({
        stepRef,
        usedBy,
        steps,
        answer: (toStepRef) => {
          setQuestion(undefined)
          resolve(toStepRef)
        },
      })
    })

  return (
    <EntryDialog
      one={t('boards.one')}
      isNew={!board}
      formId={formId}
      saving={add.isPending || update.isPending}
      width={640}
      onClose={onClose}
    >
      <Form
        id={formId}
        label={t('boards.one')}
        schema={BoardFields}
        defaultValues={board ? BoardFields.parse(board) : blank}
        editing={editing}
        onSubmit={save}
      >
        <BoardFormFields />
      </Form>
      {question && (
        <MoveCardsDialog
          stepTitle={board?.steps.find(({ id }) => id === question.stepRef)?.title ?? ''}
          usedBy={question.usedBy}
          steps={question.steps}
          onAnswer={question.answer}
        />
      )}
    </EntryDialog>
  )
}

function BoardFormFields() {
  const { t } = useTranslation('masterData')
  const requirementName = useRequirementName()
  const kind: Values['kind'] = useWatch({ name: 'kind' })
  return (
    <Box sx={{ ...fieldGrid({ xs: 1 }), pt: 2 }}>
      <TextField name="title" label={t('title')} required autoFocus />
      <SelectField
        name="kind"
        label={t('board.kind')}
        options={boardKinds.map((value) => ({ value, label: t(`board.is.${value}`) }))}
        required
      />
      <OrderedFields
        name="steps"
        label={t('board.steps')}
        addLabel={t('board.addStep')}
        blank={blankStep}
        first="title"
        nameOf={({ title }: { title: string }, index) => title || `${t('board.step')} ${index + 1}`}
      >
        {(path, index) => (
          <Box sx={{ display: 'grid', gridTemplateColumns: '36px 1fr', gap: 2 }}>
            <ColourField name={`${path}.colour`} label={`${t('board.colour')} ${index + 1}`} />
            <TextField name={`${path}.title`} label={`${t('board.step')} ${index + 1}`} required />
            {kind === 'FLAME' && (
              <Box sx={{ gridColumn: 2 }}>
                <ChoicesField
                  name={`${path}.requires`}
                  label={`${t('board.requires')} ${index + 1}`}
                  ids={stepRequirements}
                  nameOf={requirementName}
                />
              </Box>
            )}
          </Box>
        )}
      </OrderedFields>
      {kind === 'FLAME' && (
        <ChoicesField
          name="cardShows"
          label={t('board.cardShows')}
          ids={cardFacts}
          nameOf={(fact) => t(`board.shows.${fact as CardFact}`)}
        />
      )}
      <AssignedFields />
    </Box>
  )
}

function useRequirementName(): (requirement: string) => string {
  const { t } = useTranslation('flames')
  return (requirement) => t(`requirement.${requirement as StepRequirement}`)
}
