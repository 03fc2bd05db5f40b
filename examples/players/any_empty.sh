# Takes any empty cell: a player for `perfectplay audit --exec`.

while read -r state; do
    cell=0
    moves=
    for mark in $(echo "$state" | sed 's/./& /g'); do
        case $mark in
            /) continue ;;
            .) moves="$moves $cell" ;;
        esac
        cell=$((cell + 1))
    done
    echo $moves
done
