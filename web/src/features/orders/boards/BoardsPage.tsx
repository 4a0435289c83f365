import { useMemo } from 'react'
import { type Board, BoardFields, boardApi, boardKinds } from '#contract/orders/boards'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { readableOn } from '../../../theme/contrast.ts'
import type { Column } from '../../../ui/DataTable/columns.ts'
import { Box } from '../../../ui/layout/Box.tsx'
import { useAssignable } from '../../lists/master-data/AssignedFields.tsx'
import { ListPage } from '../../lists/master-data/ListPage.tsx'
import { BoardDialog } from './BoardDialog.tsx'

const api = { list: boardApi.listAll, add: boardApi.add, remove: boardApi.remove }

/** Returns the body that restores a board; its steps are created again. */
function bodyOf(board: Board) {
  const { steps, ...fields } = BoardFields.parse(board)
  return { ...fields, steps: steps.map(({ title, colour, requires }) => ({ title, colour, requires })) }
}

export function BoardsPage() {
  const { t } = useTranslation('masterData')
  const { nameOf } = useAssignable()
  const columns = useMemo<Column<Board>[]>(
    () => [
      { id: 'title', label: t('title'), value: (row) => row.title, width: 240 },
      {
        id: 'kind',
        label: t('board.kind'),
        value: (row) => row.kind,
        kind: 'select',
        options: boardKinds.map((value) => ({ value, label: t(`board.is.${value}`) })),
        width: 120,
      },
      {
        id: 'steps',
        label: t('board.steps'),
        value: (row) => row.steps.map(({ title }) => title).join(', '),
        render: (row) => <Steps board={row} />,
        width: 520,
      },
      {
        id: 'visible',
        label: t('board.visible'),
        value: (row) => [...row.assignedUsers, ...row.assignedRoles].map(nameOf).join(', ') || t('board.everybody'),
        width: 220,
      },
    ],
    [t, nameOf],
  )
  return (
    <ListPage
      api={api}
      tableId="boards"
      title={t('boards.title')}
      one={t('boards.one')}
      nameOf={(row) => row.title}
      columns={columns}
      bodyOf={bodyOf}
      form={(board, onClose) => <BoardDialog board={board} onClose={onClose} />}
    />
  )
}

function Steps({ board }: { board: Board }) {
  return (
    <Box sx={{ display: 'flex', flexWrap: { xs: 'wrap', md: 'nowrap' }, gap: 1, overflow: 'hidden' }}>
      {board.steps.map(({ id, title, colour }) => (
        <Box
          component="span"
          key={id}
          sx={{ px: 1.5, borderRadius: 1, fontSize: 12, whiteSpace: 'nowrap' }}
          style={{ backgroundColor: colour, color: readableOn(colour) }}
        >
          {title}
        </Box>
      ))}
    </Box>
  )
}
