-- Who is signed in is found among what is unread as fast.
drop index notification_logins;
