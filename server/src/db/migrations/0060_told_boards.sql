-- Who looks at a board is told what changes on it, so that nobody asks for a figure that rises.
drop trigger board_change_insert on flame;
drop trigger board_change_update on flame;
drop trigger board_change_delete on flame;
drop function count_board_change();
drop function count_board_change_of_both();
drop table blackboard_change;
