import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/buttons/Button.tsx'
import { CopyButton } from '../../ui/buttons/CopyButton.tsx'
import { useConfirm } from '../../ui/dialogs/confirm.tsx'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { FileDropZone } from '../../ui/files/FileDropZone.tsx'
import { Box } from '../../ui/layout/Box.tsx'
import { Toolbar } from '../../ui/layout/PageHeader.tsx'
import { Paper } from '../../ui/layout/Paper.tsx'
import { notify, type Severity } from '../../ui/notices/snackbar.ts'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { Progress } from '../../ui/states/Progress.tsx'
import { SkeletonLines } from '../../ui/states/SkeletonLines.tsx'
import { ClampedText } from '../../ui/text/ClampedText.tsx'
import { Typography } from '../../ui/text/Typography.tsx'
import { UserAvatar } from '../../ui/UserAvatar.tsx'
import { Section } from './Section.tsx'

const longText =
  'Der Feuerring wird in Immensee gefertigt und in einer Holzkiste geliefert. Vor der ersten Benützung die Platte ' +
  'langsam erwärmen und mit Öl einbrennen, damit sich eine Schutzschicht bildet.'

export function PartsSection() {
  return (
    <>
      <Section title="Dialoge und Meldungen">
        <Dialogs />
      </Section>
      <Section title="Einzelteile">
        <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', md: 'repeat(3, 1fr)' } }}>
          <Frame title="Dateien">
            <FileDropZone
              accept={{ 'application/pdf': ['.pdf'] }}
              maxBytes={1024 * 1024}
              hint="PDF, höchstens 1 MB"
              onFiles={(files) => notify(files.map((file) => file.name).join(', '))}
              onRefused={(sentences) => notify(sentences.join(' '), { severity: 2 })}
            />
          </Frame>
          <Frame title="Text">
            <ClampedText text={longText} />
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, mt: 2 }}>
              <span>Bahnhofstrasse 1, 6405 Immensee</span>
              <CopyButton
                text="Bahnhofstrasse 1, 6405 Immensee"
                label="Adresse kopieren"
                onCopied={() => notify('Adresse erfolgreich kopiert')}
                onFailed={(reason) => notify(`Adresse konnte nicht kopiert werden ${reason}`, { severity: 2 })}
              />
              <UserAvatar username="anna.frei" />
              <UserAvatar username="beat" />
            </Box>
          </Frame>
          <Frame title="Fortschritt">
            <Progress label="Import läuft" value={42} detail="1'200 von 2'857" />
            <Box sx={{ mt: 3 }}>
              <Progress label="Verlauf wird abgeglichen" />
            </Box>
          </Frame>
          <Frame title="Leer">
            <EmptyState title="Noch keine Begegnungen" action={<Button variant="outlined">Begegnung anlegen</Button>} />
          </Frame>
          <Frame title="Fehler">
            <ErrorState message="Die Suche konnte nicht ausgeführt werden." onRetry={() => notify('Nochmals')} />
          </Frame>
          <Frame title="Lädt">
            <SkeletonLines lines={5} />
          </Frame>
        </Box>
      </Section>
    </>
  )
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper sx={{ p: 3, minWidth: 0 }}>
      <Typography variant="h3" sx={{ mb: 2 }}>
        {title}
      </Typography>
      {children}
    </Paper>
  )
}

const severities: Severity[] = [0, 1, 2, 3]

function Dialogs() {
  const confirm = useConfirm()
  const [open, setOpen] = useState(false)

  async function ask(secondOk?: string) {
    const title = 'Artikel löschen'
    const answer = await confirm({ title, message: 'Artikel «Feuerring Luna» löschen?', ok: 'Löschen', secondOk })
    notify(`Antwort: ${answer}`)
  }

  return (
    <Toolbar label="Dialoge und Meldungen">
      <Button variant="outlined" onClick={() => setOpen(true)}>
        Dialog
      </Button>
      <Button variant="outlined" onClick={() => ask()}>
        Bestätigung
      </Button>
      <Button variant="outlined" onClick={() => ask('Mit Dossier löschen')}>
        Bestätigung mit zweitem OK
      </Button>
      {severities.map((severity) => (
        <Button key={severity} variant="outlined" onClick={() => notify(`Meldung der Stufe ${severity}`, { severity })}>
          Meldung {severity}
        </Button>
      ))}
      <Button
        variant="outlined"
        onClick={() =>
          notify('Flamme verschoben', { action: { label: 'Rückgängig', onClick: () => notify('Zurück') } })
        }
      >
        Meldung mit Rückgängig
      </Button>
      <Dialog
        open={open}
        title="Adresse bearbeiten"
        onClose={() => setOpen(false)}
        actions={
          <>
            <Button onClick={() => setOpen(false)}>Abbrechen</Button>
            <Button variant="contained" color="secondary" onClick={() => setOpen(false)}>
              Speichern
            </Button>
          </>
        }
      >
        <Typography>Inhalt des Dialogs</Typography>
      </Dialog>
    </Toolbar>
  )
}
