// Parts of which the demo contacts are built. Names are common ones, combined at random; no real person is meant.

export type DemoCountry = 'CH' | 'DE' | 'AT' | 'FR'
export type Speech = 'german' | 'french'

export interface Place {
  readonly country: DemoCountry
  readonly speech: Speech
  readonly zipCode: string
  readonly city: string
  readonly state: string
  readonly areaCode: string
}

const place =
  (country: DemoCountry, speech: Speech) =>
  (line: string): Place => {
    const [zipCode = '', city = '', state = '', areaCode = ''] = line.split('|')
    return { country, speech, zipCode, city, state, areaCode }
  }

/** Zip code, place, canton or state, and area code, separated by bars. */
export const places: Record<DemoCountry, readonly Place[]> = {
  CH: [
    ...[
      '8001|Zürich|ZH|44',
      '8400|Winterthur|ZH|52',
      '8800|Thalwil|ZH|44',
      '8620|Wetzikon|ZH|44',
      '3011|Bern|BE|31',
      '3600|Thun|BE|33',
      '3800|Interlaken|BE|33',
      '2502|Biel/Bienne|BE|32',
      '4051|Basel|BS|61',
      '4410|Liestal|BL|61',
      '6003|Luzern|LU|41',
      '6210|Sursee|LU|41',
      '9000|St. Gallen|SG|71',
      '8640|Rapperswil|SG|55',
      '9450|Altstätten|SG|71',
      '7000|Chur|GR|81',
      '7270|Davos Platz|GR|81',
      '5000|Aarau|AG|62',
      '5400|Baden|AG|56',
      '4500|Solothurn|SO|32',
      '8200|Schaffhausen|SH|52',
      '8500|Frauenfeld|TG|52',
      '6300|Zug|ZG|41',
      '8750|Glarus|GL|55',
      '6430|Schwyz|SZ|41',
      '9050|Appenzell|AI|71',
    ].map(place('CH', 'german')),
    ...[
      '1003|Lausanne|VD|21',
      '1201|Genève|GE|22',
      '1700|Fribourg|FR|26',
      '2000|Neuchâtel|NE|32',
      '1950|Sion|VS|27',
      '1800|Vevey|VD|21',
      '2800|Delémont|JU|32',
      '1260|Nyon|VD|22',
    ].map(place('CH', 'french')),
  ],
  DE: [
    '10115|Berlin|Berlin|30',
    '20095|Hamburg|Hamburg|40',
    '80331|München|Bayern|89',
    '50667|Köln|Nordrhein-Westfalen|221',
    '40213|Düsseldorf|Nordrhein-Westfalen|211',
    '48143|Münster|Nordrhein-Westfalen|251',
    '60311|Frankfurt am Main|Hessen|69',
    '70173|Stuttgart|Baden-Württemberg|711',
    '79098|Freiburg im Breisgau|Baden-Württemberg|761',
    '78462|Konstanz|Baden-Württemberg|7531',
    '72070|Tübingen|Baden-Württemberg|7071',
    '90402|Nürnberg|Bayern|911',
    '97070|Würzburg|Bayern|931',
    '04109|Leipzig|Sachsen|341',
    '01067|Dresden|Sachsen|351',
    '28195|Bremen|Bremen|421',
    '23552|Lübeck|Schleswig-Holstein|451',
  ].map(place('DE', 'german')),
  AT: [
    '1010|Wien|Wien|1',
    '5020|Salzburg|Salzburg|662',
    '8010|Graz|Steiermark|316',
    '6020|Innsbruck|Tirol|512',
    '4020|Linz|Oberösterreich|732',
    '3100|St. Pölten|Niederösterreich|2742',
    '6900|Bregenz|Vorarlberg|5574',
    '6850|Dornbirn|Vorarlberg|5572',
    '9020|Klagenfurt|Kärnten|463',
  ].map(place('AT', 'german')),
  FR: [
    '75011|Paris|Île-de-France|1',
    '69002|Lyon|Auvergne-Rhône-Alpes|4',
    '67000|Strasbourg|Grand Est|3',
    '68000|Colmar|Grand Est|3',
    '25000|Besançon|Bourgogne-Franche-Comté|3',
    '74000|Annecy|Auvergne-Rhône-Alpes|4',
    '38000|Grenoble|Auvergne-Rhône-Alpes|4',
    '31000|Toulouse|Occitanie|5',
    '44000|Nantes|Pays de la Loire|2',
    '06000|Nice|Provence-Alpes-Côte d’Azur|4',
  ].map(place('FR', 'french')),
}

const words = (text: string): readonly string[] => text.trim().replace(/\s+/g, ' ').split(', ')

export const givenNames: Record<Speech, Record<'MS' | 'MR', readonly string[]>> = {
  german: {
    MS: words(`Anna, Barbara, Bettina, Brigitte, Carla, Claudia, Cornelia, Daniela, Elisabeth, Eva, Franziska, Gabriela,
      Heidi, Ingrid, Jana, Jasmin, Karin, Käthi, Lea, Lena, Luzia, Manuela, Margrit, Martina, Monika, Nadja, Nicole,
      Petra, Regula, Rösli, Ruth, Sabine, Sandra, Silvia, Sophie, Susanne, Ursula, Verena, Vreni, Zoë`),
    MR: words(`Adrian, Alexander, André, Andreas, Beat, Bruno, Christian, Christoph, Daniel, Dominik, Erich, Fabian,
      Felix, Florian, Franz, Georg, Hans, Hansjürg, Jakob, Jan, Jörg, Jürg, Jürgen, Kaspar, Klaus, Lukas, Marcel, Markus,
      Martin, Matthias, Michael, Niklaus, Oliver, Patrick, Peter, Philipp, Reto, Roland, Rüdiger, Simon, Stefan, Thomas,
      Tobias, Ueli, Urs, Walter, Werner, Wolfgang`),
  },
  french: {
    MS: words(`Adèle, Agnès, Amélie, Anaïs, Camille, Cécile, Chloé, Claire, Élodie, Émilie, Françoise, Geneviève, Hélène,
      Inès, Isabelle, Joëlle, Juliette, Léa, Louise, Lucie, Margaux, Mathilde, Noémie, Océane, Pauline, Solène, Valérie`),
    MR: words(`Alain, Antoine, Benoît, Cédric, Clément, Didier, Étienne, François, Frédéric, Gaël, Guillaume, Hervé,
      Jérôme, Julien, Laurent, Loïc, Mathieu, Nicolas, Olivier, Pascal, Pierre, Raphaël, Rémy, Sébastien, Théo, Yves`),
  },
}

export const surnames: Record<DemoCountry, readonly string[]> = {
  CH: words(`Aebi, Aeschbacher, Ammann, Amstutz, Arnold, Bachmann, Baumann, Baumgartner, Berger, Bieri, Bischof, Blaser,
    Bösch, Brägger, Brunner, Bucher, Bühler, Bürgi, Burri, Christen, Egger, Eggenberger, Egli, Favre, Fankhauser, Flückiger,
    Frei, Frey, Gasser, Gerber, Gisler, Graf, Grüter, Gut, Häfliger, Hänni, Hess, Hofer, Hofstetter, Huber, Hürlimann,
    Imhof, Jäggi, Jenni, Jost, Kälin, Käser, Kaufmann, Keller, Kohler, Koller, Kuhn, Künzli, Küng, Lehmann, Leuenberger,
    Lüscher, Lüthi, Marti, Mäder, Meier, Meyer, Moser, Mühlemann, Müller, Näf, Niederberger, Nüesch, Odermatt, Pfister,
    Portmann, Räber, Rüegg, Ryser, Schäfer, Schär, Schmid, Schneider, Schnyder, Schüpbach, Schütz, Schwarz, Stalder,
    Stäheli, Steiner, Stöckli, Stucki, Studer, Suter, Tobler, Tschudi, von Arx, von Gunten, Wäfler, Weber, Wenger, Wüthrich,
    Wyss, Zbinden, Zehnder, Ziegler, Zimmermann, Zürcher`),
  DE: words(`Albrecht, Bäcker, Bauer, Becker, Böhm, Brandt, Bäumler, Fischer, Förster, Friedrich, Fuchs, Groß, Günther, Hahn,
    Hartmann, Hoffmann, Jäger, Kaiser, Klein, Köhler, König, Krämer, Krause, Krüger, Kühn, Lange, Löffler, Mäurer, Möller,
    Mueller, Müller, Neumann, Peters, Pohl, Richter, Roth, Sauer, Schäfer, Schmidt, Schmitt, Schröder, Schubert, Schulz,
    Schulze, Seidel, Simon, Stein, Thomas, Vogel, Voigt, Wagner, Walther, Weiß, Werner, Winkler, Wolff, Zöllner`),
  AT: words(`Aigner, Auer, Bauer, Binder, Brandstätter, Brunner, Ebner, Eder, Fuchs, Gruber, Grünwald, Haas, Haider, Hofer,
    Höller, Holzer, Huber, Kainz, Koller, Lackner, Lang, Lechner, Leitner, Maier, Mayer, Mayrhofer, Moser, Müllner, Pichler,
    Pöll, Reiter, Riegler, Schmid, Schwaiger, Steiner, Stöger, Strasser, Wagner, Wallner, Weiß, Wimmer, Winkler, Wöhrer`),
  FR: words(`Aubert, Barbier, Baudry, Bernard, Berthet, Bonnet, Boulanger, Bouvier, Brêchet, Carré, Chevalier, Clément, Colin,
    Côté, David, Dubois, Dufour, Dupont, Durand, Fabre, Faucon, Fournier, Gagné, Garnier, Gauthier, Girard, Guérin, Hébert,
    Lacroix, Lambert, Leclère, Lefèvre, Legrand, Lemaître, Lévêque, Marchand, Martin, Mercier, Mérieux, Moreau, Noël, Pelletier,
    Perret, Prévost, Renault, Richard, Rousseau, Roux, Roy, Thévenaz, Vasseur, Vidal`),
}

export const streets: Record<Speech, readonly string[]> = {
  german: words(`Bahnhofstrasse, Hauptstrasse, Dorfstrasse, Kirchgasse, Seestrasse, Schulhausstrasse, Industriestrasse,
    Bergstrasse, Rosenweg, Lindenweg, Birkenweg, Mühlegasse, Mühlenweg, Obere Gasse, Untere Gasse, Marktgasse, Poststrasse,
    Gartenstrasse, Feldstrasse, Höhenweg, Rütistrasse, Grünaustrasse, Bächlerweg, Am Bächli, Im Grüt, Sonnenhalde, Alte
    Landstrasse, Zürcherstrasse, Bernstrasse, Länggasse, Brühlstrasse, Wiesenweg, Waldrain, Fährweg, Schlössliweg`),
  french:
    words(`Rue de la Gare, Rue du Lac, Avenue de la Liberté, Chemin des Vignes, Route de Genève, Rue de l’Église, Place
    du Marché, Rue des Écoles, Boulevard Saint-Michel, Chemin du Château, Rue de la Forêt, Quai des Bateliers, Allée des Érables,
    Impasse du Moulin, Rue Général-Leclerc, Route de la Crête`),
}

/** Company names; `{}` stands for the surname of the owner. */
export const companies: Record<DemoCountry, readonly string[]> = {
  CH: words(`Ofenbau {} AG, {} Kaminbau GmbH, {} & Söhne AG, Gartenbau {} GmbH, Hotel {} AG, Restaurant {}, Schreinerei {} GmbH,
    {} Cheminée-Studio AG, Käserei {} AG, {} Architektur GmbH, Feuerhaus {} AG, Landgasthof {}, Spenglerei {} AG, {} Bautechnik AG,
    Gärtnerei {}, {} Holzhandel AG, Weingut {}, {} Handels AG, Schlosserei {} GmbH, Malergeschäft {}`),
  DE: words(`Ofenstudio {} GmbH, {} Kaminöfen GmbH & Co. KG, Gartencenter {} GmbH, {} Metallbau GmbH, Gasthaus {}, Baumarkt {} GmbH,
    {} & Partner Architekten, Hofgut {} GbR, {} Grillwelt GmbH, Tischlerei {} e.K., {} Großhandel GmbH, Landschaftsbau {} GmbH`),
  AT: words(`Hafnermeister {} GmbH, {} Öfen und Fliesen GmbH, Gasthof {}, {} Holzbau GmbH, Tischlerei {} GmbH, {} Gartengestaltung e.U.,
    Alpenhotel {} GmbH, {} Handels GmbH`),
  FR: words(`Cheminées {} SARL, {} et Fils SAS, Poêles {} SARL, Hôtel {} SARL, Menuiserie {} SARL, Jardins {} SAS, Restaurant Chez {},
    Ferronnerie {} SARL, {} Distribution SAS`),
}

export const academicTitles: readonly string[] = ['Dr.', 'Dr. med.', 'Prof. Dr.', 'Dipl. Ing.']
export const demoSectors: readonly string[] = [
  'Architektur',
  'Fachhandel',
  'Garten- und Landschaftsbau',
  'Gastronomie',
  'Gemeinden und Schulen',
  'Hotellerie',
  'Ofen- und Kaminbau',
  'Privathaushalt',
]
export const remarks: readonly string[] = [
  'Wünscht Lieferung nur am Vormittag.',
  'Hat an der Messe eine Feuerschale bestaunt.',
  'Bitte vor der Lieferung anrufen, die Zufahrt ist eng.',
  'Empfohlen von einem Nachbarn.',
  'Interessiert sich für die grosse Feuerschale mit Grillring.',
  'Préfère être contacté par courriel.',
]
