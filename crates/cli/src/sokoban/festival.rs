//! The flags of the Festival solver, so that its scripts keep working:
//! `FILE -time S -level N -from A -to B -cores N -out_file F`.

use std::ffi::OsString;

/// Rewrites Festival's flags of `dedale sokoban solve` into ours; all other
/// command lines pass unchanged.
pub fn translate(args: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let args: Vec<OsString> = args.into_iter().collect();
    let words: Vec<&str> = args.iter().filter_map(|arg| arg.to_str()).collect();
    let solving = words.windows(2).any(|pair| pair == ["sokoban", "solve"]);
    if !solving || !words.iter().any(|word| FLAGS.iter().any(|(flag, _)| flag == word)) {
        return args;
    }
    let mut out = Vec::new();
    let (mut from, mut to) = (None, None);
    let mut rest = args.into_iter();
    while let Some(arg) = rest.next() {
        match FLAGS.iter().find(|(flag, _)| arg == *flag) {
            None => out.push(arg),
            Some((_, "from")) => from = rest.next(),
            Some((_, "to")) => to = rest.next(),
            Some((_, ours)) => {
                out.push((*ours).into());
                out.extend(rest.next());
            }
        }
    }
    if from.is_some() || to.is_some() {
        let mut range = from.unwrap_or_else(|| "1".into());
        range.push("-");
        range.push(to.unwrap_or_else(|| usize::MAX.to_string().into()));
        out.extend(["--level".into(), range]);
    }
    out
}

const FLAGS: [(&str, &str); 6] = [
    ("-time", "--time-limit"),
    ("-level", "--level"),
    ("-from", "from"),
    ("-to", "to"),
    ("-cores", "--threads"),
    ("-out_file", "--output"),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn check(before: &str, after: &str) {
        let words = |text: &str| text.split(' ').map(OsString::from).collect::<Vec<_>>();
        assert_eq!(translate(words(before)), words(after));
    }

    #[test]
    fn flags_become_ours() {
        check(
            "dedale sokoban solve a.xsb -time 60 -from 2 -to 5 -cores 2 -out_file b.sok",
            "dedale sokoban solve a.xsb --time-limit 60 --threads 2 --output b.sok --level 2-5",
        );
        check("dedale sokoban solve a.xsb -level 3", "dedale sokoban solve a.xsb --level 3");
        check("dedale sokoban solve a.xsb --level 3 -o x", "dedale sokoban solve a.xsb --level 3 -o x");
        check("dedale maze show -level", "dedale maze show -level");
    }
}
