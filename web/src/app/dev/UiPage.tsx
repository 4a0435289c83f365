import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { languages } from '#contract/limits'
import { setLanguage } from '../../i18n/i18n.ts'
import { useLanguage } from '../../i18n/use-translation.ts'
import { AppTheme } from '../../theme/AppTheme.tsx'
import { type ColorMode, setColorMode, useColorMode } from '../../theme/color-mode.ts'
import { ConfirmProvider } from '../../ui/dialogs/confirm.tsx'
import { Box } from '../../ui/layout/Box.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Snackbar } from '../../ui/notices/Snackbar.tsx'
import { ShortcutsDialog } from '../../ui/shortcuts/ShortcutsDialog.tsx'
import { FormSection } from './FormSection.tsx'
import { PartsSection } from './PartsSection.tsx'
import { TableSection } from './TableSection.tsx'

/** Shows every component of the kit on one page; for development only, so its texts are not translated. */
export function UiPage() {
  return (
    <AppTheme>
      <ConfirmProvider>
        <Box component="main" sx={{ maxWidth: 1400, mx: 'auto', p: { xs: 2, sm: 4 } }}>
          <PageHeader title="Bausteine" subtitle="Alles, woraus die Masken bestehen">
            <ModeSelect />
            <LanguageSelect />
          </PageHeader>
          <TableSection />
          <FormSection />
          <PartsSection />
        </Box>
        <ShortcutsDialog />
        <Snackbar />
      </ConfirmProvider>
    </AppTheme>
  )
}

function ModeSelect() {
  const mode = useColorMode()
  return (
    <TextField
      select
      label="Darstellung"
      value={mode}
      onChange={(event) => setColorMode(event.target.value as ColorMode)}
      sx={{ width: 120 }}
    >
      <MenuItem value="system">System</MenuItem>
      <MenuItem value="light">Hell</MenuItem>
      <MenuItem value="dark">Dunkel</MenuItem>
    </TextField>
  )
}

function LanguageSelect() {
  const language = useLanguage()
  return (
    <TextField
      select
      label="Sprache"
      value={language}
      onChange={(event) => void setLanguage(event.target.value as (typeof languages)[number])}
      sx={{ width: 90 }}
    >
      {languages.map((language) => (
        <MenuItem key={language} value={language}>
          {language}
        </MenuItem>
      ))}
    </TextField>
  )
}
