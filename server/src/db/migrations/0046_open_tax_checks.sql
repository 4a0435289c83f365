-- What waits for an answer is looked for all the time, and is hardly ever there.
create index contact_uid_pending on contact (id) where uid_state = 'PENDING';
create index voice_memo_open on voice_memo (id) where transcription in ('WAITING', 'RUNNING');
