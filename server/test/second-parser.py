"""Reads messages with Python's own parser: a list of paths on stdin, an object a line on stdout."""
import html
import json
import re
import sys
from email import message_from_bytes, policy
from email.utils import parseaddr


def text_of(part):
    try:
        return part.get_content()
    except Exception:
        return (part.get_payload(decode=True) or b'').decode('utf-8', 'replace')


def field(message, name):
    try:
        return str(message.get(name) or '')
    except Exception:
        return str(message._headers and dict(message._headers).get(name) or '')


def split(part, texts, files):
    """Puts what is shown into texts and everything else, with name and size, into files."""
    kind = part.get_content_type()
    if kind == 'multipart/alternative' and part.is_multipart():
        split_versions(list(part.iter_parts()), texts, files)
    elif part.get_content_maintype() == 'multipart' and part.is_multipart():
        for inner in part.iter_parts():
            split(inner, texts, files)
    elif kind in ('text/plain', 'text/html') and part.get_content_disposition() != 'attachment' and not part.get_filename():
        text = text_of(part)
        texts.append(without_tags(text) if kind == 'text/html' else text)
    elif part.get_content_maintype() != 'multipart':
        content = None if part.is_multipart() else part.get_payload(decode=True)
        files.append({'name': part.get_filename() or '', 'size': -1 if content is None else len(content)})


def split_versions(versions, texts, files):
    """Of several versions of the same text the plain one is compared; what they bring along counts for each."""
    found = []
    for version in versions:
        own = []
        split(version, own, files)
        found.append((version.get_content_type() == 'text/plain', own))
    chosen = next((own for plain, own in found if plain), None)
    texts.extend(chosen if chosen is not None else [text for _, own in found for text in own])


def without_tags(markup):
    markup = re.sub(r'(?is)<(style|script|title)\b.*?</\1>', ' ', markup)
    return html.unescape(re.sub(r'(?s)<!--.*?-->|<[^>]*>', ' ', markup))


def read(path):
    with open(path, 'rb') as file:
        message = message_from_bytes(file.read(), policy=policy.default)
    try:
        sender = message['from'].addresses[0].addr_spec
    except Exception:
        sender = parseaddr(field(message, 'from'))[1]
    texts, files = [], []
    split(message, texts, files)
    return {'subject': field(message, 'subject'), 'from': sender, 'text': '\n'.join(texts), 'files': files}


for line in sys.stdin:
    try:
        answer = read(line.rstrip('\n'))
    except Exception as error:
        answer = {'error': f'{type(error).__name__}: {error}'}
    print(json.dumps(answer, ensure_ascii=True), flush=True)
